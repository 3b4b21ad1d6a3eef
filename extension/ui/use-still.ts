import { useEffect, useState } from 'preact/hooks';

const TYPED_FOR_MS = 300;

/** A value once it has stayed for a moment, such as what is typed. */
export function useStill<T>(value: T, forMs = TYPED_FOR_MS): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return still;
}
