import '../../ui/tokens.css';
import '../../options/options.css';
import { render } from 'preact';
import { OptionsPage } from '../../options/options-page.tsx';
import { runClock } from '../../popup/clock.ts';
import { followStorage } from '../../popup/stored-model.ts';
import { setPageLanguage } from '../../ui/page-language.ts';

setPageLanguage();
await followStorage();
render(<OptionsPage />, document.body);
runClock();
