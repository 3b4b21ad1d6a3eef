import '../../ui/tokens.css';
import '../../now/now.css';
import './console.css';
import { SECOND_MS } from '../../../shared/time.ts';
import { followDemo } from '../../demo/follow-demo.ts';
import { showBroken, showPage } from '../../demo/show-page.tsx';
import { type ImportOpen, importOpenItem, openRequestItem } from '../../storage/session.ts';
import { isPanel } from '../../ui/browser-features.ts';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { setPageLanguage } from '../../ui/page-state.ts';
import { followPaidCalls } from '../../ui/paid-calls.ts';
import { followStorage } from '../../ui/stored-state.ts';
import { followAddress, goTo, route } from '../parts/navigation.ts';
import { viewAddress } from '../parts/routes.ts';
import { App, preload } from './app.tsx';

/** Older requests are outdated. */
const JUST_NOW_MS = 15 * SECOND_MS;

export const startConsole = (): Promise<void> => start().catch(showBroken);

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
  showPage(<App />, false);
}

/**
 * Gives a text cut off with an ellipsis its whole words as a title once the pointer reaches it. Leaves alone
 * titles that it has already. Call once.
 */
function titleWhatIsCut(): void {
  const given = new WeakMap<HTMLElement, string>();
  addEventListener('pointerover', ({ target }) => {
    for (let one = target; one instanceof HTMLElement; one = one.parentElement) {
      if (getComputedStyle(one).textOverflow !== 'ellipsis') continue;
      if (one.title !== (given.get(one) ?? '')) return;
      const words = one.scrollWidth > one.clientWidth ? (one.textContent ?? '') : '';
      given.set(one, words);
      if (words === '') one.removeAttribute('title');
      else one.title = words;
      return;
    }
  });
}
