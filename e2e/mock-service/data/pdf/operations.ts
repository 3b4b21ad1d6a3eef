import { isRecord, isText } from '../../http/values.ts';
import { CREDITS, withFeature } from '../features.ts';
import { keepFile } from '../files/store-file.ts';
import { type DataOperation, param } from '../http/operation.ts';
import { notFound, refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { blocksOf } from './blocks.ts';
import { drawPdf } from './draw.ts';
import { renderTemplate } from './render.ts';

/** Gaps page, PDF from a template. */
export const PDF_OPERATIONS: DataOperation[] = [
  {
    name: 'generatePdf',
    method: 'POST',
    path: '/pdf-template/generatePdfByTemplate/:id',
    async handle(call) {
      const id = param(call, 'id');
      const template = call.backend.templates.get(id) ?? notFound(`There is no template ${id}.`);
      const { templateId, variables, name } = requireBody(call.body);
      if (templateId !== undefined && templateId !== id) {
        refuseField('templateId', `templateId must be the template of the path, ${id}.`);
      }
      if (!isText(name)) return refuseField('name', 'name must be text.');
      if (variables !== undefined && !isRecord(variables)) {
        return refuseField('variables', 'variables must be an object.');
      }
      const fileName = name.replace(/(\.pdf)?$/i, '.pdf');
      const blocks = blocksOf(await renderTemplate(template.html, variables ?? {}));
      return await withFeature(call, 'pdf', CREDITS.pdfPage, async () => {
        const { bytes, pages } = await drawPdf(blocks, name);
        keepFile(call.world, call.backend, fileName, fileName, bytes);
        return { result: { data: { fileName, pages } }, units: pages };
      });
    },
  },
];
