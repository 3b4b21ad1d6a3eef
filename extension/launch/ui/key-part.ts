/** A code as part of a message's name, in which a hyphen may not stand. */
export type KeyPart<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}_${KeyPart<Tail>}`
  : S;

export function keyPart<S extends string>(code: S): KeyPart<S> {
  return code.replaceAll('-', '_') as KeyPart<S>;
}
