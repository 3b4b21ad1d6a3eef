import '../../ui/tokens.css';
import '../../now/now.css';
import '../../popup/popup.css';
import { render } from 'preact';
import { DemoBar } from '../../demo/demo-bar.tsx';
import { followDemo } from '../../demo/follow-demo.ts';
import { announceView, sendMessage } from '../../messaging/client.ts';
import { linkedItem } from '../../now/layout.ts';
import { App } from '../../popup/app.tsx';
import { view } from '../../popup/navigation.ts';
import { openRequestItem } from '../../storage/session.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { takeDeepLink } from '../../ui/open-page.ts';
import { afterPaint, runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

async function start(): Promise<void> {
  setPageLanguage();
  holdStillWhilePressed();
  keepFocus();
  const [openRequest, point] = await Promise.all([
    openRequestItem.getValue(),
    takeDeepLink(),
    followStorage().then(followDemo),
  ]);
  linkedItem.value = point;
  if (openRequest) view.value = 'launch';
  openRequestItem.watch((request) => {
    if (request) view.value = 'launch';
  });
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
  void sendMessage('refresh', { fresh: true });
}

start().catch(() => render(<Boundary />, document.body));
