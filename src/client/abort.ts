/** What is to be called when a signal is aborted. */
const listening = new WeakMap<AbortSignal, (() => void)[]>();

/**
 * Has a function called when a signal is aborted. Returns what ends that.
 *
 * For what is short and comes a thousand times a second: V8 frees the listeners of an event, and the entries of a Set or
 * a Map, only when it collects all garbage, since each of them leads to the one that came after it.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listening.get(signal) ?? listenTo(signal);
  listeners.push(listener);
  return () => {
    const at = listeners.indexOf(listener);
    if (at === -1) return;
    const last = listeners.pop();
    if (last !== undefined && last !== listener) listeners[at] = last;
  };
}

function listenTo(signal: AbortSignal): (() => void)[] {
  const listeners: (() => void)[] = [];
  listening.set(signal, listeners);
  const callAll = (): void => {
    for (const listener of [...listeners]) listener();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
}
