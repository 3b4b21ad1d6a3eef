import { type ComponentChild, render } from 'preact';
import { announceView, sendMessage } from '../messaging/client.ts';
import { Boundary } from '../ui/boundary.tsx';
import { afterPaint, runClock } from '../ui/page-state.ts';
import { DemoBar } from './demo-bar.tsx';

/**
 * Renders a page below the bar of the demo; after the first paint, runs its clock and reads the data.
 * @param fresh as of the message `refresh`
 */
export function showPage(page: ComponentChild, fresh: boolean): void {
  render(
    <Boundary>
      <DemoBar />
      {page}
    </Boundary>,
    document.body,
  );
  afterPaint(() => {
    runClock();
    announceView();
    void sendMessage('refresh', { fresh });
  });
}

/** In place of a page that could not begin. */
export const showBroken = (): void => render(<Boundary />, document.body);
