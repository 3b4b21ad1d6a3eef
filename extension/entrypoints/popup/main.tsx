import '../../ui/tokens.css';
import '../../now/now.css';
import '../../popup/popup.css';
import { followDemo } from '../../demo/follow-demo.ts';
import { showBroken, showPage } from '../../demo/show-page.tsx';
import { linkedItem } from '../../now/layout.ts';
import { App, loadFirstPaint } from '../../popup/app.tsx';
import { view } from '../../popup/navigation.ts';
import { openRequestItem } from '../../storage/session.ts';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { takeDeepLink } from '../../ui/open-page.ts';
import { setPageLanguage } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

async function start(): Promise<void> {
  setPageLanguage();
  holdStillWhilePressed();
  keepFocus();
  openRequestItem.watch((request) => {
    if (request) view.value = 'launch';
  });
  const [openRequest, point] = await Promise.all([
    openRequestItem.getValue(),
    takeDeepLink(),
    followStorage().then(followDemo),
  ]);
  linkedItem.value = point;
  if (openRequest) view.value = 'launch';
  else await loadFirstPaint();
  showPage(<App />, true);
}

start().catch(showBroken);
