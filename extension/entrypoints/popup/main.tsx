import '../../look/tokens.css';
import '../../popup/popup.css';
import { render } from 'preact';
import { setPageLanguage } from '../../look/page-language.ts';
import { sendCommand } from '../../messaging/send-command.ts';
import { App } from '../../popup/app.tsx';
import { runClock } from '../../popup/clock.ts';
import { followStorage } from '../../popup/stored-model.ts';

setPageLanguage();
await followStorage();
render(<App />, document.body);
runClock();
void sendCommand('refresh', { force: false });
