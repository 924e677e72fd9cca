import { randomBytes } from 'node:crypto';
import { Controller, Header, Inject } from '@nestjs/common';
import {
  glossarySizeProblem,
  toErrorEnvelope,
  type Glossary,
  type GlossaryTerm,
  type MessageData,
  type NewGlossaryTerm,
} from '@vault/contracts';
import { glossaryRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS, inTurn, inWorker } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { FairQueue, workerTask } from '@vault/worker-pool';
import { ClientGone } from '@vault/platform/http';
import { Route, type RequestOf } from '../routes/route.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';
import { toGlossaryCsv } from './glossary-csv.ts';
import { GlossaryPlacesService, searchDeadline } from './glossary-places.service.ts';
import type { mergeGlossary } from './merge-glossary.ts';

/** Searches of whole libraries, and of transcripts for sounds, at the same time. */
const searches = { slots: 4, slotsPerOwner: 1, waiting: 16, waitingPerOwner: 2 };
/** Of an import, while others change the glossary. */
const importAttempts = 3;
const merging = workerTask<typeof mergeGlossary>(
  new URL('./merge-glossary.js', import.meta.url),
  'mergeGlossary',
);
const newId = () => randomBytes(16).toString('base64url');

/** How a person writes names. */
@Controller()
export class GlossaryController {
  private readonly searching = new FairQueue(searches);

  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly places: GlossaryPlacesService,
  ) {}

  @Route(routes.getGlossary)
  async read({ caller }: RequestOf<typeof routes.getGlossary>) {
    return { data: await this.get(caller.workspace.id) };
  }

  @Route(routes.saveGlossary)
  async save({ caller: { workspace }, body, reply }: RequestOf<typeof routes.saveGlossary>) {
    const { terms, ordinaryForms, ...edit } = body;
    const { terms: present } = await this.get(workspace.id);
    const unconfirmed = await this.unconfirmed(present, terms, ordinaryForms);
    const [first] = unconfirmed;
    if (first !== undefined) {
      void reply.status(422);
      const refused = new AppError('invalid-input', isOrdinary(first));
      return { ...toErrorEnvelope(refused), data: { ordinaryForms: unconfirmed } };
    }
    try {
      await this.send({ ownerId: workspace.id, ...edit, terms: withIds(terms) });
    } catch (error) {
      if (!isConflict(error)) throw error;
      void reply.status(409);
      return { ...toErrorEnvelope(error), data: await this.get(workspace.id) };
    }
    return { data: await this.get(workspace.id) };
  }

  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="glossary.csv"')
  @Route(routes.exportGlossary)
  async export({ caller }: RequestOf<typeof routes.exportGlossary>) {
    return toGlossaryCsv((await this.get(caller.workspace.id)).terms);
  }

  @Route(routes.importGlossary)
  async import(
    { caller: { workspace }, body: { csv, ordinaryForms } }: RequestOf<typeof routes.importGlossary>,
    @ClientGone() gone: AbortSignal,
  ) {
    const merge = (present: readonly GlossaryTerm[], leftOut: readonly string[]) =>
      inWorker(merging, { present, csv, leftOut }, { owner: workspace.id, signal: gone });
    for (let attempt = 1; ; attempt += 1) {
      const { terms: present, version } = await this.get(workspace.id);
      const merged = await merge(present, []);
      const leftOut = await this.unconfirmed(present, merged.terms, ordinaryForms);
      const { terms, ...data } = leftOut.length > 0 ? await merge(present, leftOut) : merged;
      if (data.added + data.changed === 0) return { data };
      try {
        await this.send({ ownerId: workspace.id, version, terms: withIds(terms) });
        return { data };
      } catch (error) {
        if (attempt === importAttempts || !isConflict(error)) throw error;
      }
    }
  }

  @Route(routes.findGlossaryPlaces)
  async findPlaces(
    { caller: { workspace }, query }: RequestOf<typeof routes.findGlossaryPlaces>,
    @ClientGone() gone: AbortSignal,
  ) {
    const search = () => this.places.find(workspace.id, query, gone);
    return { data: await inTurn(this.searching, workspace.id, search, gone) };
  }

  @VideoRoute(routes.findGlossaryProposals)
  async findProposals(
    { video }: VideoRequestOf<typeof routes.findGlossaryProposals>,
    @ClientGone() gone: AbortSignal,
  ) {
    const search = () => this.chaptering.findGlossaryProposals(video, searchDeadline);
    const { proposals } = await inTurn(this.searching, video.ownerId, search, gone);
    const complete = proposals.flatMap(({ example, ...rest }) => (example ? [{ ...rest, example }] : []));
    return { data: { proposals: complete } };
  }

  /** New wrong forms that are ordinary words, and that nobody has said yes to. */
  private async unconfirmed(
    present: readonly GlossaryTerm[],
    terms: readonly NewGlossaryTerm[],
    confirmed: readonly string[] = [],
  ): Promise<string[]> {
    const known = new Set([...present.flatMap(({ wrongForms }) => wrongForms), ...confirmed]);
    const forms = terms.flatMap(({ wrongForms }) => wrongForms).filter((form) => !known.has(form));
    if (forms.length === 0) return [];
    return (await this.chaptering.findOrdinaryForms({ forms })).forms;
  }

  private get(ownerId: string): Promise<Glossary> {
    return this.chaptering.getGlossary({ ownerId });
  }

  private async send(data: MessageData<'chaptering.save-glossary.v1'>): Promise<void> {
    const problem = glossarySizeProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.commands.send('chaptering.save-glossary.v1', data, { subject: data.ownerId });
  }
}

function isOrdinary(form: string): string {
  return `“${form}” is an ordinary word. Replace it everywhere?`;
}

function isConflict(error: unknown): error is AppError {
  return AppError.is(error, 'conflict');
}

/** Terms keep their ids; new ones get one, and so does one that has the id of another. */
function withIds(terms: readonly NewGlossaryTerm[]) {
  const usedIds = new Set<string>();
  return terms.map((term) => {
    const id = term.id === undefined || usedIds.has(term.id) ? newId() : term.id;
    usedIds.add(id);
    return { ...term, id };
  });
}
