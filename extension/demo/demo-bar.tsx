import { lazily } from '../ui/lazily.tsx';
import { isDemo } from './follow-demo.ts';

const DemoBarView = lazily(async () => (await import('./demo-bar-view.tsx')).DemoBarView);

/** Loaded only while the demo is shown. */
export const DemoBar = () => (isDemo.value ? <DemoBarView /> : null);
