import { version } from '../package.json';

/** Version of the edge, as `/health` tells it. */
export const VERSION = version;
