import '../../ui/tokens.css';
import '../../now/now.css';
import './console.css';
import { render } from 'preact';
import { SECOND_MS } from '../../../shared/time.ts';
import { DemoBar } from '../../demo/demo-bar.tsx';
import { followDemo } from '../../demo/follow-demo.ts';
import { announceView, sendMessage } from '../../messaging/client.ts';
import { type ImportOpen, importOpenItem, openRequestItem } from '../../storage/session.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { isPanel } from '../../ui/browser-features.ts';
import { titleWhatIsCut } from '../../ui/clipped.ts';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { afterPaint, runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followPaidCalls } from '../../ui/paid-calls.ts';
import { followStorage } from '../../ui/stored-state.ts';
import { followAddress, goTo, route } from '../parts/navigation.ts';
import { viewAddress } from '../parts/routes.ts';
import { App, preload } from './app.tsx';

/** Older requests are outdated. */
const JUST_NOW_MS = 15 * SECOND_MS;

export const startConsole = (): Promise<void> => start().catch(() => render(<Boundary />, document.body));

/** What was captured for a launch, or read for a table, opens in the side panel. */
async function start(): Promise<void> {
  setPageLanguage();
  holdStillWhilePressed();
  titleWhatIsCut();
  keepFocus();
  const [, , , request] = await Promise.all([
    followStorage().then(followDemo),
    followAddress().then(() => preload(route.peek())),
    followPaidCalls(),
    openRequestItem.getValue(),
  ]);
  if (isPanel()) {
    if (request) goTo(viewAddress('launch'));
    openRequestItem.watch((next) => {
      if (next) goTo(viewAddress('launch'));
    });
    const showRows = (read: ImportOpen | null) => {
      if (read && Date.now() - read.at < JUST_NOW_MS) goTo(viewAddress('import', ...read.rest));
    };
    showRows(await importOpenItem.getValue());
    importOpenItem.watch(showRows);
  }
  render(
    <Boundary>
      <DemoBar />
      <App />
    </Boundary>,
    document.body,
  );
  afterPaint(goOn);
}

function goOn(): void {
  runClock();
  announceView();
  void sendMessage('refresh', { fresh: false });
}
