import '../../ui/tokens.css';
import '../../options/first.css';
import { render } from 'preact';
import { FirstPage } from '../../options/first-page.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { holdStillWhilePressed } from '../../ui/hold-still.ts';
import { runClock, setPageLanguage } from '../../ui/page-state.ts';
import { followStorage, stored } from '../../ui/stored-state.ts';

setPageLanguage();
holdStillWhilePressed();
await followStorage().catch(() => undefined);
render(<Boundary>{stored.value ? <FirstPage /> : undefined}</Boundary>, document.body);
runClock();
