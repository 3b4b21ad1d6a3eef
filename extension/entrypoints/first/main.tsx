import '../../ui/tokens.css';
import '../../options/first.css';
import { render } from 'preact';
import { FirstPage } from '../../options/first-page.tsx';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

setPageLanguage();
holdStillWhilePressed();
await followStorage();
render(<FirstPage />, document.body);
runClock();
