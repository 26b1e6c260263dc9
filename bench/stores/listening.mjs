/** Listens on a free port, and says where on standard output. */
export function listen(server) {
  server.listen(0, '127.0.0.1', () =>
    console.log(`SHOP_URL=http://127.0.0.1:${server.address().port}\nSHOP_TOKEN=token-of-the-bench`),
  );
  process.on('SIGTERM', () => process.exit());
}
