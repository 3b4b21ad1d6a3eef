import '../../ui/tokens.css';
import '../../options/options.css';
import { render } from 'preact';
import { OptionsPage } from '../../options/options-page.tsx';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followStorage } from '../../ui/stored-state.ts';

setPageLanguage();
holdStillWhilePressed();
await followStorage();
render(<OptionsPage />, document.body);
runClock();
