import { buildExtension } from '../dev/build.ts';
import { once } from './once.ts';

const build = once(buildExtension);

/** The extension as it is now, in `.output`: built once a run, whatever is measured of it. */
export const builtExtension = (): Promise<void> => build('chrome');
