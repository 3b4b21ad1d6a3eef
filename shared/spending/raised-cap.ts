/** A fifth more, rounded up to two digits: what is proposed wherever a cap can be raised. */
export function raisedCap(limit: number): number {
  const raw = Math.max(1, limit * 1.2);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(raw)) - 1);
  return Math.ceil(raw / step - 1e-9) * step;
}
