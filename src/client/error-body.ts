type Loose = { readonly [name: string]: unknown };
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

/** The store's own words: the first of the members that error bodies are known to have, at most 500 characters. */
export function messageOf(json: unknown): string | undefined {
  const body = asObject(json);
  const found = [asObject(body.error).message, body.message, body.error, body.errors, body.detail, body.title].find(saysSomething);
  if (found === undefined) return undefined;
  return (typeof found === 'string' ? found : JSON.stringify(found)).replace(/\s*[\r\n]+\s*/g, ' ').slice(0, 500);
}

const saysSomething = (text: unknown): boolean => text !== undefined && text !== null && text !== '' && JSON.stringify(text).length > 2;

export function fieldOf(json: unknown): string | undefined {
  const { field } = asObject(asObject(json).error);
  return typeof field === 'string' ? field.slice(0, 100) : undefined;
}

/** A 2xx whose body is nothing but an error is a refusal: `{"error":…}`, `{"success":false,…}`, `{"status":"error",…}`, also beside members that are null. */
export function onlyError(json: unknown): string | undefined {
  const body = asObject(json);
  const names = Object.keys(body).filter((name) => body[name] !== null);
  if (!names.every((name) => errorMembers.includes(name))) return undefined;
  const saysNo = body.success === false || failedStatus.test(String(body.status));
  return saysNo || names.some((name) => name.startsWith('error')) ? messageOf(json) : undefined;
}

const errorMembers: readonly string[] = ['error', 'errors', 'message', 'code', 'status', 'success'];
const failedStatus = /^(error|fail(ed|ure)?)$/i;
