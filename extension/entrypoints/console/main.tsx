import { startConsole } from '../../console/frame/start.tsx';

void startConsole();
