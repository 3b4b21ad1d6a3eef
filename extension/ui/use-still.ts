import { useEffect, useState } from 'preact/hooks';

const TYPED_FOR_MS = 300;

/** A value once it has stayed for a moment, such as what is typed. */
export function useStill<T>(value: T): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), TYPED_FOR_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return still;
}
