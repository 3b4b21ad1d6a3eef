import '../../ui/tokens.css';
import '../../popup/popup.css';
import { render } from 'preact';
import { openRequestItem } from '../../launch/open-request.ts';
import { sendCommand } from '../../messaging/send-command.ts';
import { App } from '../../popup/app.tsx';
import { runClock } from '../../popup/clock.ts';
import { pointedAt, view } from '../../popup/page-context.ts';
import { takePoint } from '../../popup/point-at.ts';
import { followStorage } from '../../popup/stored-model.ts';
import { setPageLanguage } from '../../ui/page-language.ts';

async function start(): Promise<void> {
  setPageLanguage();
  const [openRequest, point] = await Promise.all([openRequestItem.getValue(), takePoint(), followStorage()]);
  pointedAt.value = point;
  if (openRequest) view.value = 'launch';
  openRequestItem.watch((request) => {
    if (request) view.value = 'launch';
  });
  render(<App />, document.body);
  // The rows are painted first: what the background does about this would take its time from them.
  requestAnimationFrame(() => setTimeout(goOn));
}

function goOn(): void {
  runClock();
  void sendCommand('refresh', { fresh: true });
}

void start();
