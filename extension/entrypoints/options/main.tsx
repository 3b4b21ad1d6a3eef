import '../../look/tokens.css';
import '../../options/options.css';
import { render } from 'preact';
import { setPageLanguage } from '../../look/page-language.ts';
import { OptionsPage } from '../../options/options-page.tsx';
import { runClock } from '../../popup/clock.ts';
import { followStorage } from '../../popup/stored-model.ts';

setPageLanguage();
await followStorage();
render(<OptionsPage />, document.body);
runClock();
