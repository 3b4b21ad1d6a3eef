/** A map's entry under a name that others chose: never what every object inherits, as `constructor`. */
export const entryOf = <T>(map: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;
