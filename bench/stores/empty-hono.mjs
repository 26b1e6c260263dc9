// The peer of the sandbox: a server of Hono that answers every request with the same small JSON and keeps nothing.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.get('*', (context) => context.json({ ok: true }));
app.post('*', async (context) => context.json({ ok: Boolean(await context.req.json()) }, 201));
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`SHOP_URL=http://127.0.0.1:${port}\nSHOP_TOKEN=none`),
);
process.on('SIGTERM', () => server.close());
