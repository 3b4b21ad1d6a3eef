import '../../ui/tokens.css';
import '../../options/first.css';
import { render } from 'preact';
import { FirstPage } from '../../options/first-page.tsx';
import { runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

setPageLanguage();
await followStorage();
render(<FirstPage />, document.body);
runClock();
