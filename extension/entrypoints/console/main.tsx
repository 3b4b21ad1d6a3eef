import '../../ui/tokens.css';
import '../../console/console.css';
import { render } from 'preact';
import { App } from '../../console/app.tsx';
import { followAddress } from '../../console/navigation.ts';
import { sendMessage } from '../../messaging/client.ts';
import { announceView } from '../../messaging/view-port.ts';
import { setPageLanguage } from '../../ui/page-setup.ts';
import { runClock } from '../../ui/page-state.ts';
import { followPaidCalls } from '../../ui/paid-calls.ts';
import { followStorage } from '../../ui/stored-state.ts';

setPageLanguage();
await Promise.all([followStorage(), followAddress(), followPaidCalls()]);
render(<App />, document.body);
runClock();
announceView();
void sendMessage('refresh', { fresh: false });
