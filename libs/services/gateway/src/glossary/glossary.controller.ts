import { randomBytes } from 'node:crypto';
import { Body, Controller, Get, Header, Inject, Put, Query, Res, UseGuards } from '@nestjs/common';
import {
  glossaryBody,
  glossaryImportBody,
  glossaryPlacesQuery,
  glossarySizeProblem,
  toErrorEnvelope,
  type Glossary,
  type GlossaryImport,
  type GlossaryTerm,
  type MessageData,
  type NewGlossaryTerm,
  type VideoIdentity,
} from '@vault/contracts';
import { AppError, COMMAND_BUS, inTurn, inWorker } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { FairQueue, workerTask } from '@vault/worker-pool';
import type { FastifyReply } from 'fastify';
import { ClientGone } from '../http/client-gone.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { CurrentVideo } from '../videos/current-video.ts';
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
@Controller('api')
@UseGuards(UserGuard)
export class GlossaryController {
  private readonly searching = new FairQueue(searches);

  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly places: GlossaryPlacesService,
  ) {}

  @Get('glossary')
  async read(@CurrentCaller() { user }: Caller) {
    return { status: 'success', data: await this.get(user.id) };
  }

  @Put('glossary')
  async save(
    @CurrentCaller() { user }: Caller,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { terms, ordinaryForms, ...edit } = parse(glossaryBody, body);
    const { terms: present } = await this.get(user.id);
    const unconfirmed = await this.unconfirmed(present, terms, ordinaryForms);
    const [first] = unconfirmed;
    if (first !== undefined) {
      void reply.status(422);
      const refused = new AppError('invalid-input', isOrdinary(first));
      return { ...toErrorEnvelope(refused), data: { ordinaryForms: unconfirmed } };
    }
    try {
      await this.send({ ownerId: user.id, ...edit, terms: withIds(terms) });
    } catch (error) {
      if (!isConflict(error)) throw error;
      void reply.status(409);
      return { ...toErrorEnvelope(error), data: await this.get(user.id) };
    }
    return { status: 'success', data: await this.get(user.id) };
  }

  @Get('glossary.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="glossary.csv"')
  async export(@CurrentCaller() { user }: Caller): Promise<string> {
    return toGlossaryCsv((await this.get(user.id)).terms);
  }

  @PostRoute('glossary/import')
  async import(@CurrentCaller() { user }: Caller, @Body() body: unknown, @ClientGone() gone: AbortSignal) {
    const { csv, ordinaryForms } = parse(glossaryImportBody, body);
    const merge = (present: readonly GlossaryTerm[], leftOut: readonly string[]) =>
      inWorker(merging, { present, csv, leftOut }, { owner: user.id, signal: gone });
    for (let attempt = 1; ; attempt += 1) {
      const { terms: present, version } = await this.get(user.id);
      const merged = await merge(present, []);
      const leftOut = await this.unconfirmed(present, merged.terms, ordinaryForms);
      const { terms, ...data } = leftOut.length > 0 ? await merge(present, leftOut) : merged;
      const answer: { status: 'success'; data: GlossaryImport } = { status: 'success', data };
      if (data.added + data.changed === 0) return answer;
      try {
        await this.send({ ownerId: user.id, version, terms: withIds(terms) });
        return answer;
      } catch (error) {
        if (attempt === importAttempts || !isConflict(error)) throw error;
      }
    }
  }

  @Get('glossary/places')
  async findPlaces(
    @CurrentCaller() { user }: Caller,
    @Query() query: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const parsed = parse(glossaryPlacesQuery, query);
    const data = await inTurn(this.searching, user.id, () => this.places.find(user.id, parsed, gone), gone);
    return { status: 'success', data };
  }

  @Get('muxvideos/:id/glossary-proposals')
  async findProposals(@CurrentVideo() video: VideoIdentity, @ClientGone() gone: AbortSignal) {
    const search = () => this.chaptering.findGlossaryProposals(video, searchDeadline);
    const data = await inTurn(this.searching, video.ownerId, search, gone);
    return { status: 'success', data };
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
