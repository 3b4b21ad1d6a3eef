import { formatFacts, formatRelative } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { act, refreshing } from '../../ui/act.ts';
import { isLaunchRefused, isOutOfCredits } from '../../ui/building.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/confirm.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { edgeNow } from '../../ui/page-state.ts';
import type { Field } from '../draft-problems.ts';
import { launchStatus } from '../history.ts';
import { asksFirst, type LaunchBlocker, type Preflight } from '../preflight.ts';
import { type FormModel, isNameDue } from './form-model.ts';
import { useModel } from './launch-model.ts';
import type { Unconfirmed } from './launch-model-dependencies.ts';
import {
  buttonPrice,
  fixedWords,
  fundsWords,
  isCapShort,
  launchBlockerWords,
  runWords,
  sureWords,
  togetherWords,
} from './launch-words.ts';
import { preflightNow } from './preflight-now.ts';

const FIGURES = 'launch-figures';
const LAUNCH_KEYS = /mac/i.test(navigator.platform) ? '⌘↩' : 'Ctrl+Enter';

/** The footer of the form: cost, the first blocker, and the button. */
export function LaunchFooter({ onShow }: { onShow: (field: Field) => void }) {
  const { form, confirmation } = useModel();
  const looked = preflightNow(form);
  if (!looked) return null;
  const { figures, blocker, unlooked } = looked;
  const isAsked = confirmation.isShown.value && !blocker;
  const shown = blocker && isDue(form, blocker) ? blocker : null;
  const price = isAsked ? null : buttonPrice(figures, edgeNow.value);
  return (
    <footer class="launch-footer">
      <Figures
        figures={figures}
        isAsked={isAsked}
        isOnButton={price !== null}
        isRefused={isBalance(shown) || isOutOfCredits()}
        onShow={onShow}
      />
      {shown && <BlockerLine blocker={shown} onShow={onShow} />}
      <Failed />
      {isAsked ? (
        <Sure figures={figures} />
      ) : (
        <div class="launch-act">
          <LaunchButton figures={figures} price={price} blocker={blocker} onShow={onShow} />
          {unlooked !== '' && (
            // It does nothing but show its words, to a keyboard and a finger too.
            <Button class="button icon unlooked" aria-label={unlooked}>
              <Glyph name="unknown" />
              <span aria-hidden="true">{unlooked}</span>
            </Button>
          )}
        </div>
      )}
    </footer>
  );
}

/** Missing input is not reported before the user could have entered it. */
function isDue(form: FormModel, blocker: LaunchBlocker): boolean {
  if (missesWords(blocker)) return form.wordsDue.value;
  return blocker.kind === 'problem' && blocker.problem.code === 'name-empty'
    ? isNameDue(form)
    : form.touched.value;
}

const missesWords = (blocker: LaunchBlocker): boolean =>
  blocker.kind === 'problem' && blocker.problem.code === 'words-empty';

const isBalance = (blocker: LaunchBlocker | null): boolean =>
  blocker?.kind === 'refused' && blocker.blocker.cause.kind === 'balance-used-up';

function Figures({
  figures,
  isAsked,
  isOnButton,
  isRefused,
  onShow,
}: {
  figures: Preflight;
  isAsked: boolean;
  /** Whether the button says all that is to be decided: these are its description then. */
  isOnButton: boolean;
  isRefused: boolean;
  onShow: (field: Field) => void;
}) {
  const [fixedFor, fixed] = fixedWords(figures);
  const [runFor, run] = runWords(figures);
  const together = togetherWords(figures);
  const funds = fundsWords(figures, isRefused, edgeNow.value);
  return (
    <section
      id={FIGURES}
      class={isOnButton ? 'figures hidden-words' : 'figures'}
      aria-label={t('launch.preflight.heading')}
    >
      <dl>
        <dt>{fixedFor}</dt>
        <dd>{fixed}</dd>
        <dt>{runFor}</dt>
        <dd>{run}</dd>
        {together && <dt>{t('launch.preflight.together')}</dt>}
        {together && <dd>{together}</dd>}
      </dl>
      {funds.short && (
        <p class="meta funds">
          <Glyph name="warning" />
          <span>{funds.short}</span>
          {isCapShort(figures) && !isAsked && (
            <Button class="link" onClick={() => onShow('caps')}>
              {t('launch.obstacle.show')}
            </Button>
          )}
        </p>
      )}
      {funds.rest && <p class="meta">{funds.rest}</p>}
    </section>
  );
}

function BlockerLine({ blocker, onShow }: { blocker: LaunchBlocker; onShow: (field: Field) => void }) {
  const field = fieldOf(blocker);
  return (
    <p class="blocker" role="status">
      <Glyph name="warning" />
      <span>{launchBlockerWords(blocker, edgeNow.value)}</span>
      {field && blocker.kind !== 'flags' && (
        <Button class="link" onClick={() => onShow(field)}>
          {t('launch.obstacle.show')}
        </Button>
      )}
      {blocker.kind === 'refused' && blocker.blocker.lift === 'try-again' && (
        <Button
          class="link"
          off={refreshing.value && t('status.loading')}
          onClick={() => void act('refresh', { fresh: true })}
        >
          {t('verb.retry')}
        </Button>
      )}
    </p>
  );
}

function fieldOf(blocker: LaunchBlocker): Field | null {
  if (blocker.kind === 'problem') return blocker.problem.field;
  return blocker.kind === 'flags' ? 'reference' : null;
}

const FAILED: Record<Unconfirmed, () => string> = {
  'no-background': () => t('launch.noBackground'),
  'not-kept': () => t('launch.notKept'),
  unread: () => t('refusal.UNREAD_CALLS'),
  gone: () => t('launch.elsewhere'),
  problem: () => t('launch.problemInForm'),
};

function Failed() {
  const failed = useModel().confirmation.failed.value;
  if (!failed) return null;
  return (
    <p class="blocker" role="alert">
      <Glyph name="warning" />
      <span>{FAILED[failed]()}</span>
    </p>
  );
}

function LaunchButton({
  figures,
  price,
  blocker,
  onShow,
}: {
  figures: Preflight;
  price: string | null;
  blocker: LaunchBlocker | null;
  onShow: (field: Field) => void;
}) {
  const { form, confirmation, launches } = useModel();
  const draft = form.draft.value;
  const onClick = () => {
    form.wordsDue.value = true;
    const field = blocker && fieldOf(blocker);
    if (field) onShow(field);
    else if (blocker || !draft) return;
    else if (launches.repeated.value || asksFirst(figures, draft)) confirmation.request();
    else void confirmation.confirm(null, true);
  };
  return (
    <Button
      primary={blocker?.kind !== 'refused' && !isLaunchRefused()}
      // Without words it leads to their field, and says why.
      aria-disabled={blocker !== null && (!missesWords(blocker) || form.wordsDue.value)}
      aria-keyshortcuts="Control+Enter"
      aria-describedby={FIGURES}
      title={
        blocker ? launchBlockerWords(blocker, edgeNow.value) : price === null ? undefined : groundsOf(figures)
      }
      onClick={onClick}
    >
      {formatFacts(t('view.launch'), price)}
      <kbd>{LAUNCH_KEYS}</kbd>
    </Button>
  );
}

/** What the price on the button is made of. */
const groundsOf = (figures: Preflight): string =>
  [
    ...[fixedWords(figures), runWords(figures)].map(([what, credits]) => `${what}: ${credits}`),
    fundsWords(figures, false, edgeNow.value).rest,
  ].join('\n');

/** The confirmation: what will be created, its cost, and a way back. */
function Sure({ figures }: { figures: Preflight }) {
  const { form, confirmation, launches, dependencies, backToForm } = useModel();
  const busy = confirmation.isSending.value;
  const repeated = launches.repeated.value;
  const [question, verb] = repeated
    ? [
        t('launch.sureAgain', { ago: formatRelative(repeated.confirmedAt - dependencies.now()) }),
        t('launch.launchSecond'),
      ]
    : sureWords(figures, form.draft.value?.name ?? '');
  return (
    <Question
      class="confirm-launch"
      label={question}
      verb={busy ? t('status.sending') : verb}
      look="primary"
      cancel={t('launch.notYet')}
      isBusy={busy}
      onSure={() => void confirmation.confirm(null)}
      onBack={backToForm}
    >
      <p>
        <strong>{question}</strong>
        {repeated && launchStatus(repeated).kind !== 'launched' && ` ${t('launch.sureAgainUnknown')}`}
      </p>
    </Question>
  );
}
