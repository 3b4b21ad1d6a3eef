import '../../ui/tokens.css';
import { render } from 'preact';
import { LaunchPanel } from '../../launch/ui/launch-panel.tsx';
import { sendCommand } from '../../messaging/send-command.ts';
import { runClock } from '../../popup/clock.ts';
import { followStorage } from '../../popup/stored-model.ts';
import { setPageLanguage } from '../../ui/page-language.ts';

setPageLanguage();
await followStorage();
render(<LaunchPanel />, document.body);
runClock();
void sendCommand('refresh', { fresh: false });
