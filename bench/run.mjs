// npm run bench -- <startup|import|memory|resume|sandbox|rate-limiter> [arguments]; without a name, all of them.
const names = ['startup', 'import', 'memory', 'resume', 'sandbox', 'rate-limiter'];
const [name, ...argv] = process.argv.slice(2);

for (const each of name ? [name] : names) {
  console.log(`\n${each}`);
  const { run } = await import(`./${each}.mjs`);
  await run(...argv);
}
