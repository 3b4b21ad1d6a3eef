/** Does work once for every value of `name`, for builds that measurements share. */
export function once<Name extends string, T>(work: (name: Name) => Promise<T>): (name: Name) => Promise<T> {
  const done = new Map<Name, Promise<T>>();
  return (name) => {
    const known = done.get(name) ?? work(name);
    done.set(name, known);
    return known;
  };
}
