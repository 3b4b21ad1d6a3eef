import { signal } from '@preact/signals';
import type { Attributes, FunctionComponent, JSX } from 'preact';

/**
 * A component that is loaded when first rendered, so that the popup opens without it.
 * @param waiting rendered until then
 */
export function lazily<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  waiting: () => JSX.Element | null = () => null,
): FunctionComponent<P> {
  const loaded = signal<FunctionComponent<P> | null>(null);
  let asked = false;
  return (props) => {
    const View = loaded.value;
    if (View) return <View {...(props as P & Attributes)} />;
    if (!asked) {
      asked = true;
      void load().then((fetched) => {
        loaded.value = fetched;
      });
    }
    return waiting();
  };
}
