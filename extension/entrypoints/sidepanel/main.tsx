import '../../look/tokens.css';
import { render } from 'preact';
import { LaunchPanel } from '../../launch/view/launch-panel.tsx';
import { setPageLanguage } from '../../look/page-language.ts';
import { sendCommand } from '../../messaging/send-command.ts';
import { runClock } from '../../popup/clock.ts';
import { followStorage } from '../../popup/stored-model.ts';

setPageLanguage();
await followStorage();
render(<LaunchPanel />, document.body);
runClock();
void sendCommand('refresh', { fresh: false });
