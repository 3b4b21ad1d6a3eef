import '../ui/tokens.css';
import '../now/now.css';
import './console.css';
import { render } from 'preact';
import { DemoBar } from '../demo/demo-bar.tsx';
import { followDemo } from '../demo/follow-demo.ts';
import { sendMessage } from '../messaging/client.ts';
import { announceView } from '../messaging/view-port.ts';
import { openRequestItem } from '../storage/session.ts';
import { runClock, setPageLanguage } from '../ui/page-state.ts';
import { followPaidCalls } from '../ui/paid-calls.ts';
import { followStorage } from '../ui/stored-state.ts';
import { App } from './app.tsx';
import { followAddress, goTo } from './navigation.ts';
import { viewAddress } from './routes.ts';

/** Starts the console in this page. @param launches whether a page captured for a launch opens the form here */
export async function startConsole({ launches }: { launches: boolean }): Promise<void> {
  setPageLanguage();
  const [, , , request] = await Promise.all([
    followStorage().then(followDemo),
    followAddress(),
    followPaidCalls(),
    openRequestItem.getValue(),
  ]);
  if (launches) {
    if (request) goTo(viewAddress('launch'));
    openRequestItem.watch((next) => {
      if (next) goTo(viewAddress('launch'));
    });
  }
  render(
    <>
      <DemoBar />
      <App />
    </>,
    document.body,
  );
  runClock();
  announceView();
  void sendMessage('refresh', { fresh: false });
}
