import { nestingOf } from '../../http/nesting.ts';
import { refuseField } from './problem.ts';

const DEEPEST = 100;

/**
 * Parameters as a client may write them: JSON text (`sort={"name":1}`) or brackets (`sort[name]=1`,
 * `filter[0][age][gte]=18`, `filter[]={…}`). What is neither stays text. 400 when JSON is broken off.
 */
export function readQueryParameters(query: URLSearchParams): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [key, text] of query) {
    const [name = '', ...path] = key.split(/\]\[|\[|\]/).filter((part, index) => index === 0 || part !== '');
    if (path.length > DEEPEST) refuseField(name, `${name} is nested too deeply.`);
    const list =
      key === `${name}[]`
        ? [...(Array.isArray(read[name]) ? read[name] : []), readText(name, text)]
        : undefined;
    if (list !== undefined) read[name] = list;
    else if (path.length === 0) read[name] = readText(name, text);
    else put(read, [name, ...path], text);
  }
  for (const [name, value] of Object.entries(read)) read[name] = withLists(value);
  return read;
}

function readText(name: string, text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  if (nestingOf(text) > DEEPEST) refuseField(name, `${name} is nested too deeply.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuseField(name, `${name} is not valid JSON.`);
  }
}

type Branch = Record<string, unknown>;

function put(root: Branch, path: string[], text: string): void {
  let branch = root;
  for (const part of path.slice(0, -1)) {
    const next = branch[part];
    const deeper: Branch = isBranch(next) ? next : Object.create(null);
    branch[part] = deeper;
    branch = deeper;
  }
  branch[path.at(-1) ?? ''] = text;
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `{ 0: a, 1: b }` was a list before it became brackets. */
function withLists(value: unknown): unknown {
  if (!isBranch(value) || Object.getPrototypeOf(value) !== null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  if (isList) return entries.map(([, inner]) => inner);
  const copy: Branch = Object.create(null);
  for (const [key, inner] of entries) copy[key] = inner;
  return copy;
}
