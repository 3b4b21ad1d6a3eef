import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import * as z from 'zod/mini';
import { recognizedText } from '../../../../../shared/data-api/records.ts';
import { parse } from '../../../../../shared/parse.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { dataPath } from '../../../../reads/paths.ts';
import type { FormFields } from '../../../../storage/form-drafts.ts';
import { SelectField, TextField } from '../../../../ui/form.tsx';
import { FileField } from '../../../grid/file-field.tsx';
import { LongText, RawValue } from '../../../grid/long-text.tsx';
import { fileNames } from '../../../grid/values.ts';
import { Discard, type FormState, useFormDraft } from '../../../parts/form-draft.tsx';
import { Part } from '../../../parts/part.tsx';
import { PaidCall } from './paid-call.tsx';
import { TemporaryLink } from './temporary-link.tsx';
import { uploadFile } from './upload.ts';

/**
 * Tools that create files and texts for an app, for units of its features: documents from templates, model responses,
 * images.
 */
export function Tools({ projectId }: { projectId: string }) {
  return (
    <>
      <PdfFromTemplate projectId={projectId} />
      <ReadText projectId={projectId} />
      <AskModel projectId={projectId} />
      <MakeImage projectId={projectId} />
    </>
  );
}

const named = z.looseObject({ fileName: z.string() });

/** The file that a call created, with an address on demand. */
function MadeFile({ projectId, value }: { projectId: string; value: unknown }) {
  const fileName = typeof value === 'string' ? value : parse(named, value)?.fileName;
  if (fileName === undefined) return <RawValue value={value} />;
  return (
    <p class="spread">
      <span>{isolated(fileName)}</span>
      <TemporaryLink
        key={fileName}
        path={dataPath(projectId, `/files/download/${encodeURIComponent(fileName)}`)}
        label={t('verb.open')}
      />
    </p>
  );
}

function DraftField<F extends FormFields>({
  label,
  of,
  name,
  code,
}: {
  label: string;
  of: FormState<F>;
  name: keyof F & string;
  code?: boolean;
}) {
  const value = of.fields.value[name] ?? '';
  const onText = (text: string) => of.edit({ [name]: text } as unknown as Partial<F>);
  if (!code) return <TextField {...{ label, value, onText }} />;
  return (
    <label class="field wide-field">
      <span class="meta">{label}</span>
      <textarea
        class="input code-input"
        rows={4}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  );
}

/** A PDF from one of the app's templates (gaps page, PDF from a template). */
function PdfFromTemplate({ projectId }: { projectId: string }) {
  const form = useFormDraft(`pdf ${projectId}`, { template: '', name: '', variables: '{}' }, 'memory');
  const { template, name, variables } = form.fields.value;
  const filled = jsonObject(variables);
  const id = template.trim();
  const isComplete = /^[A-Za-z0-9_-]{1,128}$/.test(id) && name.trim() !== '' && filled !== null;
  return (
    <Part title={t('console.tools.pdf')} side={<span class="meta">{t('console.tools.pdfNote')}</span>}>
      <div class="inline-form">
        <DraftField label={t('console.tools.template')} of={form} name="template" />
        <DraftField label={t('console.tools.fileName')} of={form} name="name" />
      </div>
      <DraftField label={t('console.tools.variables')} of={form} name="variables" code />
      <Discard of={form} />
      {filled === null && (
        <p class="meta failure" role="status">
          {t('console.tools.notObject')}
        </p>
      )}
      <PaidCall
        projectId={projectId}
        operation="data.generatePdf"
        feature="pdf"
        verb={t('console.tools.makePdf')}
        request={
          isComplete
            ? {
                path: `/pdf-template/generatePdfByTemplate/${id}`,
                body: { templateId: id, name: name.trim(), variables: filled },
              }
            : null
        }
      >
        {(value) => <MadeFile projectId={projectId} value={value} />}
      </PaidCall>
    </Part>
  );
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The text of an image or a PDF (gaps page, OCR), which is uploaded into the app first. */
function ReadText({ projectId }: { projectId: string }) {
  const file = useSignal<string | null>(null);
  const id = useId();
  const { value: name } = file;
  const isPdf = name !== null && /\.pdf$/i.test(name);
  return (
    <Part title={t('console.tools.text')}>
      <div class="field">
        <label for={id} class="meta">
          {t('console.tools.file')}
        </label>
        <FileField
          id={id}
          value={name === null ? null : { name }}
          column={{
            isMultiple: false,
            upload: (chosen) => uploadFile(projectId, chosen),
            note: t('console.import.willUpload'),
          }}
          onChange={(value) => (file.value = fileNames(value)[0] ?? null)}
        />
      </div>
      <PaidCall
        key={name}
        projectId={projectId}
        operation={isPdf ? 'data.ocrPdf' : 'data.ocrImage'}
        feature="scan"
        verb={t('console.tools.readText')}
        request={
          name === null ? null : { path: `/files/ocr/${isPdf ? 'pdf' : 'image'}`, body: { fileName: name } }
        }
      >
        {(value) => {
          const text = parse(recognizedText, value)?.text;
          if (text == null) return <RawValue value={value} />;
          return text === '' ? <p class="meta">{t('console.nothingFound')}</p> : <LongText text={text} />;
        }}
      </PaidCall>
    </Part>
  );
}

const completion = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.nullish(z.string()) }) })),
});

/** A prompt to the model behind the app (data reference, chat completion): it sees only what is typed here. */
function AskModel({ projectId }: { projectId: string }) {
  const form = useFormDraft(`model ${projectId}`, { model: '', words: '' }, 'memory');
  const trimmed = form.fields.value.words.trim();
  const model = form.fields.value.model.trim();
  return (
    <Part title={t('console.tools.chat')} side={<span class="meta">{t('console.tools.chatNote')}</span>}>
      <div class="inline-form">
        <DraftField label={t('console.tools.model')} of={form} name="model" />
      </div>
      <DraftField label={t('console.tools.words')} of={form} name="words" code />
      <Discard of={form} />
      <PaidCall
        projectId={projectId}
        operation="data.createChatCompletion"
        feature="ai_text"
        verb={t('console.tools.ask')}
        request={
          trimmed === ''
            ? null
            : {
                path: '/openai/chat-completion',
                body: {
                  ...(model !== '' && { model }),
                  messages: [{ role: 'user', content: trimmed }],
                },
              }
        }
      >
        {(value) => {
          const said = parse(completion, value)?.choices[0]?.message.content;
          return said == null ? <RawValue value={value} /> : <LongText text={said} />;
        }}
      </PaidCall>
    </Part>
  );
}

const SIZES = ['512x512', '1024x1024', '1024x1792', '1792x1024'] as const;

/** An image that the app stores among its files (gaps page, AI passthrough). */
function MakeImage({ projectId }: { projectId: string }) {
  const form = useFormDraft(
    `image ${projectId}`,
    { words: '', name: '', size: SIZES[1] as string },
    'memory',
  );
  const { size } = form.fields.value;
  const trimmed = form.fields.value.words.trim();
  const fileName = form.fields.value.name.trim();
  return (
    <Part title={t('fact.picture')}>
      <div class="inline-form">
        <DraftField label={t('console.tools.fileName')} of={form} name="name" />
        <SelectField
          label={t('console.tools.size')}
          value={size}
          onChoose={(chosen) => form.edit({ size: chosen })}
          options={SIZES.map((one) => [one, one.replace('x', ' × ')])}
        />
      </div>
      <DraftField label={t('console.tools.imageWords')} of={form} name="words" code />
      <Discard of={form} />
      <PaidCall
        projectId={projectId}
        operation="data.createImage"
        feature="ai_image"
        verb={t('console.tools.makeImage')}
        request={
          trimmed === '' || fileName === ''
            ? null
            : { path: '/openai/image', body: { prompt: trimmed, size, fileName } }
        }
      >
        {(value) => <MadeFile projectId={projectId} value={value} />}
      </PaidCall>
    </Part>
  );
}
