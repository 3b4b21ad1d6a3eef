import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LaunchModel } from './launch-model.ts';

const Context = createContext<LaunchModel | null>(null);
export const ModelProvider = Context.Provider;

/** The launch model of this page. */
export function useModel(): LaunchModel {
  const model = useContext(Context);
  if (!model) throw new Error('Used outside of the launch view');
  return model;
}
