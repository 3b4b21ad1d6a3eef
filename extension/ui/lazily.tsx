import { signal } from '@preact/signals';
import type { Attributes, FunctionComponent, JSX } from 'preact';

/** A component loaded when first rendered, or earlier by `preload`, which resolves once it is there. */
export type Lazy<P> = FunctionComponent<P> & { preload: () => Promise<void> };

/**
 * A component that is loaded when first rendered, so that the popup opens without it.
 * @param waiting rendered until then
 */
export function lazily<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  waiting: () => JSX.Element | null = () => null,
): Lazy<P> {
  const loaded = signal<FunctionComponent<P> | null>(null);
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then((fetched) => {
      loaded.value = fetched;
    });
    return loading;
  };
  const component: FunctionComponent<P> = (props) => {
    const View = loaded.value;
    if (View) return <View {...(props as P & Attributes)} />;
    void preload();
    return waiting();
  };
  return Object.assign(component, { preload });
}
