import { defineBackground } from 'wxt/utils/define-background';
import { browserDependencies } from '../background/dependencies.ts';
import { startBackground } from '../background/start.ts';

export default defineBackground({ main: () => startBackground(browserDependencies) });
