/**
 * Takes fields out of an answer before a browser sees it. A path is `webhooks.*.headers`; `*` = of every element.
 * @returns a copy without them
 */
export function redact(data: unknown, paths: readonly string[]): unknown {
  return paths.reduce((rest, path) => without(rest, path.split('.')), data);
}

function without(value: unknown, [name, ...deeper]: readonly string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (name === '*') return Array.isArray(value) ? value.map((element) => without(element, deeper)) : value;
  if (Array.isArray(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: taken, ...rest } = value as Record<string, unknown>;
  return deeper.length === 0 ? rest : { ...rest, [name]: without(taken, deeper) };
}
