/** The entry of a map under a name that somebody else has chosen: never what every object inherits, as `constructor`. */
export const entryOf = <T>(map: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;
