import { applyDecorators, HttpCode, Post } from '@nestjs/common';

/** A POST route that answers 200: nothing that it creates has an address of its own. */
export const PostRoute = (path?: string) => applyDecorators(Post(path), HttpCode(200));
