import { MAIN } from './deploy-command.ts';
import { testDeployment } from './deployment.ts';

/** `npm run deploy`. */
testDeployment(async () => MAIN);
