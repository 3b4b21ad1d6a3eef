import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CHANNEL_KINDS, type ChannelKind } from '../../../../../shared/edge-api/channel-kinds.ts';
import type { ChannelRecord } from '../../../../../shared/edge-api/channels.ts';
import { isLoopback } from '../../../../../shared/edge-api/pairing.ts';
import { LANGUAGES } from '../../../../../shared/languages.ts';
import { NAME_MAX } from '../../../../../shared/one-line.ts';
import { t } from '../../../../i18n/t.ts';
import { groupName } from '../../../../i18n/topic-words.ts';
import { type ChangeState, useChange } from '../../../../reads/change.ts';
import { Button, type Off } from '../../../../ui/button.tsx';
import { ChoiceChips } from '../../../../ui/chips.tsx';
import { Checkbox, onEscape, onSent, SelectField, TextField } from '../../../../ui/form.tsx';
import { away, naming } from '../../../../ui/page-state.ts';
import {
  type ChannelFields,
  channelFields,
  type FormPart,
  fieldsOf,
  type Lack,
  requestOf,
  TARGET_PARTS,
  TELLS,
  type TypedTarget,
  toggledTells,
} from '../../../kit/channel-fields.ts';
import { addressRefusal, kindName, partName, targetWords, tellsMeaning } from '../../../kit/channel-words.ts';
import { Discard, useFormDraft } from '../../../parts/form-draft.tsx';
import { ChangeStatus } from '../../../parts/part.tsx';
import { ChannelLinks } from './channel-links.tsx';
import { ChannelProjects } from './channel-projects.tsx';
import { ChannelTimes } from './channel-times.tsx';
import { TargetField } from './target-field.tsx';

export const channelDraftId = (channelId: string | null): string => `channel ${channelId ?? 'new'}`;

/** Nothing, or an address as far as a browser knows; which of them it calls is the edge's to say. */
const isAddress = (text: string): boolean =>
  text.trim() === '' || URL.parse(text.trim())?.protocol === 'https:' || isLoopback(text.trim());

const USUAL_HOSTS: Readonly<Partial<Record<ChannelKind, RegExp>>> = {
  slack: /(?:^|\.)slack(?:-gov)?\.com$/,
  discord: /(?:^|\.)discord(?:app)?\.com$/,
};

/** Whether an address is on another host than those that its service is known to have. */
function isOddHost(kind: ChannelKind, text: string): boolean {
  const host = URL.parse(text.trim())?.hostname;
  return host !== undefined && USUAL_HOSTS[kind]?.test(host) === false;
}

/** What was saved. `isTested`: a test of what was entered here arrived before. */
export type SavedChannel = { channelId: string; isTested: boolean };

/**
 * Form to set up or change a channel. Address and secret are typed once: nothing stores them in this browser.
 */
export function ChannelForm({
  channel,
  linkable,
  onClose,
}: {
  channel: ChannelRecord | null;
  /** Whether its alerts can carry links. */
  linkable: boolean;
  onClose: (saved?: SavedChannel) => void;
}) {
  const initial = fieldsOf(channel, t('language'));
  const draftId = channelDraftId(channel?.channelId ?? null);
  const form = useFormDraft<ChannelFields>(draftId, initial, 'disk', channelFields);
  // In memory only: an address with its secret is never written to the browser's storage.
  const typed = useSignal<TypedTarget>({});
  const change = useChange();
  const trial = useChange();
  const name = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => name.current?.focus(), []);
  const fields = form.fields.value;
  const edit = (part: Partial<ChannelFields>) =>
    form.edit({ id: form.fields.peek().id || crypto.randomUUID(), ...part });
  const { kind } = fields;
  const { request, lack } = requestOf(fields, typed.value, channel !== null);
  const isReplaced = TARGET_PARTS[kind].some((part) => (typed.value[part] ?? '').trim() !== '');
  const isBusy = change.state.value.kind === 'sending' || trial.state.value.kind === 'sending';
  const isWrong = (part: FormPart) => lack.wrong.includes(part);
  const isWrongAddress = (part: string) =>
    (part === 'url' || part === 'server') && !isAddress(typed.value[part] ?? '');
  const off: Off =
    ((request === null || TARGET_PARTS[kind].some(isWrongAddress)) && t('status.incomplete')) ||
    away.value ||
    (isBusy && t('status.sending'));
  const path = () => `/channels/${encodeURIComponent(form.fields.peek().id)}`;
  const save = async () => {
    if (off) return;
    edit({});
    const channelId = form.fields.peek().id;
    const result = await change.send({ method: 'PUT', path: path(), body: request }, ['/channels']);
    if (!result.ok) return;
    typed.value = {};
    form.reset(fieldsOf(null, t('language')));
    onClose({ channelId, isTested: trial.state.peek().kind === 'kept' });
  };
  const test = () => {
    edit({});
    void trial.send({ method: 'POST', path: `${path()}/test`, body: { channel: request } }, []);
  };
  return (
    <form
      class="inline-form channel-form"
      aria-label={channel ? t('verb.change') : t('console.alerts.add')}
      onSubmit={onSent(() => void save())}
      onKeyDown={onEscape(onClose)}
    >
      {channel === null && (
        <fieldset class="verbs options wide-line" aria-label={t('fact.service')}>
          <ChoiceChips
            of={CHANNEL_KINDS}
            chosen={kind}
            words={kindName}
            onChoose={(chosen) => {
              // What was typed for one service is not for another.
              typed.value = {};
              change.state.value = { kind: 'idle' };
              trial.state.value = { kind: 'idle' };
              edit({ kind: chosen });
            }}
          />
        </fieldset>
      )}
      <TextField
        label={t('fact.name')}
        at={name}
        required
        maxLength={NAME_MAX}
        value={fields.name}
        onText={(text) => edit({ name: text })}
      />
      {TARGET_PARTS[kind].map((part) => (
        <TargetField
          key={`${kind} ${part}`}
          label={targetWords(kind, part)}
          isSecret={part === 'token' || part === 'secret' || (part === 'url' && naming.value.screened)}
          isMade={part === 'secret'}
          placeholder={channel && !isReplaced ? t('console.alerts.keptHidden') : undefined}
          value={typed.value[part] ?? ''}
          isWrong={isWrongAddress(part) || isWrong(part)}
          problem={isWrongAddress(part) ? t('refusal.INVALID_WEBHOOK_URL') : null}
          note={
            part === 'secret'
              ? t('console.alerts.secretForm')
              : isOddHost(kind, typed.value[part] ?? '')
                ? t('console.alerts.oddHost', { kind: kindName(kind) })
                : null
          }
          onText={(text) => {
            typed.value = { ...typed.value, [part]: text };
            trial.state.value = { kind: 'idle' };
          }}
        />
      ))}
      <p class="meta wide-line">
        {t('console.alerts.sealed')}
        {kind === 'ntfy' && ` ${t('console.alerts.ntfyFree')}`}
      </p>
      <fieldset class="verbs options wide-line" aria-label={t('console.alerts.tellMe')}>
        <ChoiceChips
          of={TELLS}
          chosen={fields.tells}
          words={groupName}
          title={tellsMeaning}
          onChoose={(group) => edit({ tells: toggledTells(fields.tells, group) })}
        />
      </fieldset>
      <ChannelLinks
        fields={fields}
        edit={edit}
        linkable={linkable}
        isOpenTopic={kind === 'ntfy' && (channel === null || isReplaced) && !typed.value.token?.trim()}
      />
      <details class="wide-line">
        <summary>{t('console.alerts.more')}</summary>
        <div class="inline-form">
          <ChannelProjects fields={fields} edit={edit} />
          <Checkbox
            class="check wide-line"
            label={t('console.alerts.over')}
            checked={fields.over}
            onChange={(over) => edit({ over })}
          />
          <ChannelTimes fields={fields} edit={edit} />
          <SelectField
            label={t('fact.language')}
            value={fields.language}
            onChoose={(chosen) => edit({ language: chosen })}
            options={LANGUAGES.map((language) => [
              language,
              new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
            ])}
          />
        </div>
      </details>
      <span class="verbs wide-line">
        <Button type="submit" primary off={off}>
          {t('console.alerts.save')}
        </Button>
        <Button off={off} onClick={test}>
          {t('console.alerts.sendTest')}
        </Button>
        <Button quiet onClick={() => onClose()}>
          {t('verb.close')}
        </Button>
        <Discard of={form} />
        <LackLine kind={kind} lack={lack} />
        <SendStatus state={change.state.value} />
        <SendStatus state={trial.state.value} kept={t('console.alerts.tested')} />
      </span>
    </form>
  );
}

/** How sending went; an address that the edge does not call is told in the words of the form. */
function SendStatus({ state, ...kept }: { state: ChangeState; kept?: string }) {
  const refusal = state.kind === 'failed' ? addressRefusal(state.error) : null;
  return refusal === null ? (
    <ChangeStatus state={state} {...kept} />
  ) : (
    <span class="meta failure" role="status">
      {refusal}
    </span>
  );
}

/** Why the form can't be sent yet. */
function LackLine({ kind, lack: { missing, wrong } }: { kind: ChannelKind; lack: Lack }) {
  const names = (parts: readonly FormPart[]) => parts.map((part) => partName(kind, part)).join(' · ');
  return (
    <>
      <span class="meta" role="status">
        {missing.length > 0 && t('console.alerts.missing', { parts: names(missing) })}
      </span>
      <span class="meta failure" role="status">
        {wrong.length > 0 && t('console.alerts.wrong', { parts: names(wrong) })}
      </span>
    </>
  );
}
