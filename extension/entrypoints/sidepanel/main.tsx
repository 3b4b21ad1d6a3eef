import '../../ui/tokens.css';
import { render } from 'preact';
import { LaunchPanel } from '../../launch/ui/launch-view.tsx';
import { sendMessage } from '../../messaging/client.ts';
import { announceView } from '../../messaging/view-port.ts';
import { setPageLanguage } from '../../ui/page-setup.ts';
import { runClock } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

setPageLanguage();
await followStorage();
render(<LaunchPanel />, document.body);
runClock();
announceView();
void sendMessage('refresh', { fresh: false });
