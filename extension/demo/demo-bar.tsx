import { lazily } from '../ui/lazily.tsx';
import { isDemo } from './follow-demo.ts';

const DemoBarView = lazily(async () => (await import('./demo-bar-view.tsx')).DemoBarView);

/** The mark of the demo account; a page that shows the user's own does not load it. */
export const DemoBar = () => (isDemo.value ? <DemoBarView /> : null);
