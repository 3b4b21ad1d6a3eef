import { startConsole } from '../../console/start.tsx';

void startConsole();
