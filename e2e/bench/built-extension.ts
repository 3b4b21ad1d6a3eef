import { buildExtension } from '../dev/build.ts';
import { once } from './once.ts';

const build = once(buildExtension);

/** The current extension, built in `.output` once per run. */
export const builtExtension = (): Promise<void> => build('chrome');
