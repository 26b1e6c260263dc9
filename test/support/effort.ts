/** Milliseconds for which this keeps the processor busy: on a machine that does other things too, real time says nothing. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
