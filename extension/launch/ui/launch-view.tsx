import './launch.css';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { hasProgress, launchStatus } from '../history.ts';
import { DraftForm, NameField } from './draft-form.tsx';
import { DraftsAndHistory } from './drafts-and-history.tsx';
import { createLaunchModel, type LaunchModel, ModelProvider, useModel } from './launch-model.ts';
import { browserDependencies, type LaunchModelDependencies } from './launch-model-dependencies.ts';
import { MaterialProvider } from './material.ts';
import { LaunchProgress } from './progress.tsx';

/**
 * The whole launch view: drafts, form, progress, and earlier launches. The page around it follows storage
 * already (see `stored-state.ts`).
 * @param onBack leaves the view; missing where the navigation is always visible
 */
export function LaunchView({
  onBack,
  place = 'popup',
  target,
  dependencies = browserDependencies,
}: {
  onBack?: (() => void) | undefined;
  place?: 'popup' | 'console';
  /** Above the form: for whom it is. */
  target?: ComponentChildren;
  dependencies?: LaunchModelDependencies;
}) {
  const model = useMemo(() => createLaunchModel(dependencies), [dependencies]);
  useEffect(() => {
    void model.open();
  }, [model]);
  // In the console, the page around it is `main`.
  const Around = place === 'popup' ? 'main' : 'div';
  return (
    <ModelProvider value={model}>
      <MaterialProvider value={model.material}>
        <Around class={classOf(model, place)} onKeyDown={onKeyDown}>
          <Screen onBack={onBack} onSeeRun={place === 'popup' ? onBack : undefined} target={target} />
        </Around>
      </MaterialProvider>
    </ModelProvider>
  );
}

/** The launch key, from every field of the form, and from where it is chosen for which project that is. */
function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  // Either that which asks, or, where something is in the way, leads there; or the answer.
  const button = event.currentTarget.querySelector<HTMLElement>(
    ':is(.launch-footer, .launch-target) .button.primary',
  );
  if (!button) return;
  event.preventDefault();
  if (!event.repeat) button.click();
}

/** A popup is as tall as its content; only the form takes the maximum. */
function classOf(model: LaunchModel, place: 'popup' | 'console'): string {
  if (place === 'console') return 'launch in-console';
  return model.screen.value === 'form' && showsProgress(model) ? 'launch in-popup brief' : 'launch in-popup';
}

function showsProgress(model: LaunchModel): boolean {
  const entry = model.launches.followed.value;
  return entry !== null && hasProgress(launchStatus(entry));
}

type Back = { onBack: (() => void) | undefined };

function Screen({
  onBack,
  onSeeRun,
  target,
}: Back & { onSeeRun: (() => void) | undefined; target: ComponentChildren }) {
  const model = useModel();
  if (model.screen.value === 'history') return <DraftsAndHistory />;
  const entry = model.launches.followed.value;
  const progress = showsProgress(model);
  return (
    <>
      <TopBar onBack={onBack} saves={!progress} />
      {!progress && target}
      {entry && progress ? <LaunchProgress entry={entry} onSeeRun={onSeeRun} /> : <DraftForm />}
    </>
  );
}

function TopBar({ onBack, saves }: Back & { saves: boolean }) {
  const { form, existing, openHistory } = useModel();
  const isNamed = saves && existing.value === null;
  return (
    <header class="launch-top">
      {onBack && (
        <Button class="button icon" aria-label={t('verb.back')} onClick={onBack}>
          <Icon name="back" />
        </Button>
      )}
      <h1 class={isNamed ? 'hidden-words' : undefined}>{t('launch.title')}</h1>
      {isNamed && <NameField />}
      <span class={form.notKept.value ? 'meta failure' : 'hidden-words'} role="status">
        {saves && form.touched.value
          ? form.notKept.value
            ? t('launch.notKept')
            : form.saved.value
              ? t('launch.kept')
              : t('launch.keeping')
          : ''}
      </span>
      <Button onClick={openHistory}>{t('fact.drafts')}</Button>
    </header>
  );
}
