import { useSignal } from '@preact/signals';
import { ATTACHMENTS_MAX } from '../../../shared/operations/new-project.ts';
import { decodedUri } from '../../../shared/parse.ts';
import type { Candidate } from '../../capture/page-capture.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { Attachment } from '../../storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { attachmentProblems, FILE_MAX_BYTES } from '../draft-problems.ts';
import { keyPart } from './launch-words.ts';
import { useMaterial } from './material.ts';
import { hasPage } from './reference-card.tsx';

/** Attachments: files from the disk, addresses, images and links of the page, or a screenshot of the tab. */
export function AttachmentsEditor() {
  const material = useMaterial();
  const draft = material.now.value;
  const trouble = useSignal('');
  if (!draft) return null;
  const full = draft.attachments.length >= ATTACHMENTS_MAX;
  const problems = attachmentProblems(draft);

  const addFiles = async (files: readonly File[]) => {
    const large = files.filter(({ size }) => size > FILE_MAX_BYTES);
    const fitting = files.filter(({ size }) => size <= FILE_MAX_BYTES);
    const room = ATTACHMENTS_MAX - draft.attachments.length;
    trouble.value = [
      notAdded(large, t('problem.attachment_large')),
      notAdded(fitting.slice(room), t('problem.attachments_many')),
    ]
      .filter(Boolean)
      .join(' ');
    for (const file of fitting.slice(0, room))
      await material.attach(fileAttachment(file.name, '', file.size, file.type), await toBase64(file));
  };
  const addScreenshot = async () => {
    const png = await material.screenshot();
    trouble.value = png === null ? t('launch.files.screenshotFailed') : '';
    if (png === null) return;
    const bytes = Math.floor((png.length * 3) / 4);
    const description = `${t('launch.files.screenshotDescription')}: ${draft.reference?.title ?? ''}`.replace(
      /: $/,
      '',
    );
    await material.attach(
      fileAttachment(t('launch.files.screenshotName'), description, bytes, 'image/png'),
      png,
    );
  };
  return (
    <>
      <div class="editor-head">
        <strong>{t('launch.files.heading')}</strong>
        <span class="meta">{t('launch.files.count', { count: formatNumber(draft.attachments.length) })}</span>
      </div>
      <ul class="launch-items inside">
        {draft.attachments.map((one) => (
          <AttachmentRow
            key={one.id}
            attachment={one}
            problem={problems.find((found) => found.item === one.id)?.code ?? null}
          />
        ))}
      </ul>
      {!full && <AddressField />}
      {!full && (
        <div class="verbs">
          <FileButton multiple onFiles={(files) => void addFiles(files)}>
            {t('launch.files.choose')}
          </FileButton>
          {hasPage() && <Button onClick={() => void addScreenshot()}>{t('launch.files.screenshot')}</Button>}
        </div>
      )}
      <p class="meta bad" role="status">
        {trouble.value}
      </p>
      {!full && <Candidates candidates={draft.reference?.candidates ?? []} />}
    </>
  );
}

const notAdded = (files: readonly File[], why: string): string =>
  files.length === 0
    ? ''
    : t('launch.files.notAdded', { names: files.map(({ name }) => isolated(name)).join(', '), why });

function fileAttachment(
  name: string,
  description: string,
  bytes: number,
  mime: string,
): Omit<Attachment, 'id'> {
  return { name, description, source: { kind: 'file', bytes, mime } };
}

function AttachmentRow({ attachment, problem }: { attachment: Attachment; problem: string | null }) {
  const material = useMaterial();
  const change = (changes: Partial<Attachment>) =>
    material.edit({
      attachments: (material.now.value?.attachments ?? []).map((one) =>
        one.id === attachment.id ? { ...one, ...changes } : one,
      ),
    });
  const { source } = attachment;
  const facts =
    source.kind === 'file'
      ? t('launch.files.size', { size: formatNumber(Math.max(1, Math.round(source.bytes / 1024))) })
      : source.url;
  return (
    <li>
      <div class="two">
        <input
          class="input"
          aria-label={t('fact.name')}
          value={attachment.name}
          aria-invalid={problem !== null}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
        <Button
          class="button icon"
          aria-label={t('launch.files.remove', { name: attachment.name || t('type.file') })}
          onClick={() => void material.detach(attachment.id)}
        >
          <Icon name="cross" />
        </Button>
      </div>
      <input
        class="input"
        aria-label={t('launch.files.description')}
        placeholder={t('launch.files.description')}
        value={attachment.description}
        onInput={(event) => change({ description: event.currentTarget.value })}
      />
      <span class={problem ? 'meta bad' : 'meta clip'}>
        {problem === 'attachment-address' ||
        problem === 'attachment-unnamed' ||
        problem === 'attachment-large'
          ? t(`problem.${keyPart(problem)}`)
          : facts}
      </span>
    </li>
  );
}

function AddressField() {
  const material = useMaterial();
  const typed = useSignal('');
  const add = () => {
    const url = typed.value.trim();
    if (url === '') return;
    void material.attach(
      {
        name: nameOfAddress(url),
        description: '',
        source: { kind: 'address', url },
      },
      null,
    );
    typed.value = '';
  };
  return (
    <div class="two">
      <input
        class="input"
        type="url"
        aria-label={t('fact.address')}
        placeholder={t('launch.files.addressHint')}
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && add()}
      />
      <Button onClick={add}>{t('verb.add')}</Button>
    </div>
  );
}

function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  const material = useMaterial();
  const taken = new Set(
    material.now.value?.attachments.map((one) => (one.source.kind === 'address' ? one.source.url : '')),
  );
  const left = candidates.filter((one) => !taken.has(one.url));
  if (left.length === 0) return null;
  return (
    <details class="candidates">
      <summary class="meta">{t('launch.files.fromPage')}</summary>
      <ul>
        {left.map((one) => (
          <li key={one.url}>
            <Button
              class="link clip"
              title={one.url}
              onClick={() =>
                void material.attach(
                  {
                    name: nameOfAddress(one.url),
                    description: one.text,
                    source: { kind: 'address', url: one.url },
                  },
                  null,
                )
              }
            >
              {one.kind === 'image' ? t('fact.picture') : t('launch.files.link')}: {one.text || one.url}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A file's content as base64. */
export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
}

/** A name for an address: the last part of its path, else its host. */
export function nameOfAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address.slice(0, 60);
  const last = url.pathname.split('/').findLast((part) => part !== '');
  return decodedUri(last ?? url.hostname).slice(0, 60);
}
