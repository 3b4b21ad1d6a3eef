import { startConsole } from '../../console/frame/start.tsx';

// The browser's page of options is the console, which begins there at Settings.
if (location.pathname === '/options.html' && location.hash === '')
  history.replaceState(null, '', '#/settings');
void startConsole();
