// A store in this process that costs next to nothing, and says when a product is sent to it.
import { once } from 'node:events';
import { createServer } from 'node:http';

const skuOf = (at) => `GEN-${String(at + 1).padStart(7, '0')}`;

/** Answers as a store with the first `products` rows of a catalogue; those that are created are counted, and not kept. */
export async function startStub() {
  let told = () => undefined;
  const store = {
    url: '',
    products: 0,
    nextPost: () => new Promise((resolve) => (told = resolve)),
    close: () => server.close(),
  };
  const recordOf = (at) => ({ productId: at + 1, uprid: String(at + 1), sku: skuOf(at), name: `Product ${at}` });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { searchParams } = new URL(request.url, store.url);
    const send = (reply) => response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    if (request.method === 'POST') {
      told();
      return send({ productId: ++store.products, sku: JSON.parse(body).sku });
    }
    const search = searchParams.get('filter[search]');
    const at = Number(/^sku:GEN-(\d{7})$/.exec(search ?? '')?.[1] ?? Number.NaN) - 1;
    const data = search === null ? [recordOf(0)].slice(0, store.products) : at < store.products ? [recordOf(at)] : [];
    return send({ numRows: search === null ? store.products : data.length, data });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  store.url = `http://127.0.0.1:${server.address().port}`;
  return store;
}
